// The sketch's settings, from the test's environment variables.

#pragma once

#include <stdlib.h>

#define WIFI_SSID "a network"
#define WIFI_PASSWORD "a password"
#define GREENHOUSE_URL getenv("GREENHOUSE_URL")
#define GREENHOUSE_UID getenv("GREENHOUSE_UID")
#define GREENHOUSE_KEY getenv("GREENHOUSE_KEY")

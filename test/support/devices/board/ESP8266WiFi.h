// The ESP8266 calls it so.

#pragma once

#include "WiFi.h"

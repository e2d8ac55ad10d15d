// The ESP8266's name of WiFi.h.

#pragma once

#include "WiFi.h"

// The version in the ESP32's core 3. Core 2 has 4.

#pragma once

#ifndef ESP_IDF_VERSION_MAJOR
#define ESP_IDF_VERSION_MAJOR 5
#endif

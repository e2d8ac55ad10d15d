// Of the ESP32's core 3; core 2 has 4.

#pragma once

#ifndef ESP_IDF_VERSION_MAJOR
#define ESP_IDF_VERSION_MAJOR 5
#endif

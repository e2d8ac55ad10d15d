#pragma once

#define WIFI_SSID "your network"
#define WIFI_PASSWORD "its password"

// https://<region>-<project>.cloudfunctions.net/sensorData, or http://<this computer's address>:5010/sensorData while
// trying.
#define GREENHOUSE_URL "https://us-central1-your-project.cloudfunctions.net/sensorData"
#define GREENHOUSE_UID "the sensor's uid"
#define GREENHOUSE_KEY "the farm's key"

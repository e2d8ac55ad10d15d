/** The records and the body that the rivals read, as their authors would write the types down. */

export interface Reading {
  uid: string;
  timestamp: number;
  signature: string;
  temperature: number;
  humidity: number;
  light: number;
  battery: number;
}

export interface Sensor {
  sensorName: string;
  sensorType: string;
  farmId: string;
  greenhouse: string;
}

export interface Greenhouse {
  name: string;
  farmId: string;
}

export interface Farm {
  name: string;
  apiKey: string;
}

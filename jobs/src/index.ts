/** What runs by the clock. */

export {};

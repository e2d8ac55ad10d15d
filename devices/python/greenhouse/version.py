"""The version of all clients. `npm run generate` copies it from the repository's package.json."""

VERSION = "0.1.0"

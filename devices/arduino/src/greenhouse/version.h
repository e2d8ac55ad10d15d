// The version of all clients. `npm run generate` copies it from the repository's package.json.

#pragma once

namespace greenhouse {

constexpr char kVersion[] = "0.1.0";

}  // namespace greenhouse

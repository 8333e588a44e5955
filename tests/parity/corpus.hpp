// SPDX-License-Identifier: BSL-1.0
// Requests for the parity test: hand-written edges first, then random ones from a fixed seed, so that every run and
// every machine compares the same corpus.
#pragma once

#include <ticketing/v1/operations.hpp>

#include <cstddef>
#include <vector>

namespace parity {

namespace api = ticketing::v1;

/// The hand-written requests and as many random ones as it takes to have `count` in all.
std::vector<api::AllocateManualSeatsRequest> manual_seats(std::size_t count);
std::vector<api::VenuePictureRequest> pictures(std::size_t count);
std::vector<api::AllocateProductsRequest> products(std::size_t count);
std::vector<api::AllocateBestSeatsRequest> best_seats(std::size_t count);

} // namespace parity

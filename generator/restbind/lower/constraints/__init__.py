# SPDX-License-Identifier: BSL-1.0
"""What values must fulfil beyond their C++ type."""

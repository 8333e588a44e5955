"""What values must fulfil beyond their C++ type."""

// Shared modules come asynchronously, so everything begins one request later.
import('./bootstrap')

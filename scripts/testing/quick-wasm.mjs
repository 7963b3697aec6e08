// Loaded before programs that tests start, by NODE_OPTIONS. The embedded PostgreSQL is WebAssembly: what lives for some
// seconds gains nothing from V8's second compiler, which takes as long as all the rest of a start.
import v8 from 'node:v8'

v8.setFlagsFromString('--liftoff-only')

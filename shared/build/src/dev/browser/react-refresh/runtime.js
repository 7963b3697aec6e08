// One for the page: the one that React knows.
module.exports = globalThis.__marramDev.runtime

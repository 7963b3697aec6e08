module.exports = globalThis.__marramDev.jsxDevRuntime

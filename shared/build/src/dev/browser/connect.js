import * as runtime from 'react-refresh/runtime'

// Before react-dom is evaluated, which looks for the hook once.
runtime.injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type

export { runtime }

import * as runtime from 'react-refresh/runtime'

runtime.injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type

export { runtime }

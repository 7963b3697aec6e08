// @ts-check
/** Data as JSON that no parser can take for markup. @param {unknown} value */
export const stateText = (value) => (JSON.stringify(value) ?? 'null').replaceAll('<', '\\u003c')

declare const __webpack_require__: { c?: Record<string, { error?: unknown }> }

/**
 * Drops modules that failed while they were evaluated, because a provided library had not arrived.
 * With strict error handling such a module throws its stored error for ever; this makes Try again a real second attempt.
 */
export function forget(): void {
  for (const [id, module] of Object.entries(__webpack_require__.c ?? {})) {
    if (module.error !== undefined) delete __webpack_require__.c?.[id]
  }
}

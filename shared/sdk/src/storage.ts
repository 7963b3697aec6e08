/** Uses storage, which browsers may refuse: a private window, a full disk. Returns `otherwise` if `use` throws. */
export function unlessRefused<Result>(use: () => Result, otherwise: Result): Result {
  try {
    return use()
  } catch {
    return otherwise
  }
}

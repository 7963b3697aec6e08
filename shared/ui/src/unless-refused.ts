/**
 * Uses local or session storage, which browsers may refuse: a private window, a full disk. Returns `otherwise` then, and
 * also where `use` cannot read what it finds there.
 */
export function unlessRefused<Result>(use: () => Result, otherwise: Result): Result {
  try {
    return use()
  } catch {
    return otherwise
  }
}

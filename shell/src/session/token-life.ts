/** Milliseconds from issue to end that an access token says of itself; undefined where it says nothing of use. */
export function tokenLife(token: string): number | undefined {
  const { iat, exp } = claimsOf(token)
  const life = (Number(exp) - Number(iat)) * 1000
  return life > 0 && Number.isFinite(life) ? life : undefined
}

/** A host that is not ours may use tokens of any kind. */
function claimsOf(token: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) }
  } catch {
    return {}
  }
}

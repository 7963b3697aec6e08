/** True `most` times in a minute. */
export function perMinute(most: number): () => boolean {
  let minute = 0
  let taken = 0
  return () => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) {
      minute = now
      taken = 0
    }
    taken += 1
    return taken <= most
  }
}

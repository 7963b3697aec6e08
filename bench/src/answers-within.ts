/** Resolves once the address answers with 200. Rejects when it did not within the time. */
export async function answersWithin(url: string, ms: number): Promise<Response> {
  const until = Date.now() + ms
  for (;;) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return response
    if (Date.now() > until) throw new Error(`${url} did not answer within ${ms / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

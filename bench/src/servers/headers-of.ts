/** The head of a response from autocannon: alternating names and values, which its types do not declare. */
export function headersOf(parsed: unknown): { status: number; header(name: string): string | undefined } {
  const { statusCode, headers } = parsed as { statusCode: number; headers: string[] }
  return {
    status: statusCode,
    header(wanted) {
      const at = headers.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === wanted)
      return at < 0 ? undefined : headers[at + 1]
    },
  }
}

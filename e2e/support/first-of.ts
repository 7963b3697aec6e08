/** The slug of the first item of a list, as the site under test has it. */
export async function firstOf(list: string): Promise<string> {
  const { data } = (await (await fetch(list)).json()) as { data: [{ slug: string }] }
  return data[0].slug
}

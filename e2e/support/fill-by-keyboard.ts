import { expect, type Page } from '@playwright/test'
import { smallPicture } from './pictures'

type Focused = { id: string; kind: string; submit: boolean }

/** What has the focus: a field of the form by what it is, or its button. */
const focused = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLElement
    const kind = at.matches('[role=combobox]')
      ? 'selectfield'
      : at.matches('[type=file]')
        ? 'file'
        : at.isContentEditable
          ? 'paragraph'
          : 'textfield'
    return { id: at.id, kind, submit: at.matches('form#registration [type=submit]') }
  })

type Plan = {
  /** Begins every text. */
  mark: string
  /** Ids of the fields that stay as they are. */
  leave?: string[]
}

/** Goes through a form with the Tab key, fills its fields as somebody without a mouse would, and sends it. What was typed, by id. */
export async function fillByKeyboard(page: Page, { mark, leave = [] }: Plan): Promise<Record<string, string>> {
  const typed: Record<string, string> = {}
  await page.getByRole('heading', { level: 1 }).evaluate((heading: HTMLElement) => {
    heading.tabIndex = -1
    heading.focus()
  })
  for (let stops = 0; stops < 400; stops++) {
    await page.keyboard.press('Tab')
    const { id, kind, submit } = await focused(page)
    if (submit) {
      await page.keyboard.press('Enter')
      return typed
    }
    if (!/^field-\d+$/.test(id) || id in typed || leave.includes(id)) continue
    typed[id] = await fill(page, id, kind, `${mark} ${id}`)
  }
  throw new Error('the Tab key never came to the button')
}

async function fill(page: Page, id: string, kind: string, words: string): Promise<string> {
  if (kind === 'selectfield') {
    const box = page.locator(`#${id}`)
    await page.keyboard.press('ArrowDown')
    await expect(box).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Enter')
    await expect(box).toHaveAttribute('aria-expanded', 'false')
    return ''
  }
  if (kind === 'file') {
    // Chromium leaves a press out that follows too fast on another one.
    await expect(async () => {
      const chooser = page.waitForEvent('filechooser', { timeout: 1000 })
      await page.keyboard.press('Space')
      await (await chooser).setFiles({ name: `${id}.png`, mimeType: 'image/png', buffer: smallPicture })
    }).toPass()
    await expect(page.getByText(`${id}.png`, { exact: true })).toBeVisible()
    return ''
  }
  if (kind === 'paragraph') {
    // In the place of what was there.
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+b')
    await page.keyboard.insertText(words)
    return words
  }
  await page.keyboard.insertText(words)
  return words
}

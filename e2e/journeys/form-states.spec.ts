import { paths } from '@marram/api-contract/paths'
import type { Page } from '@playwright/test'
import { addForms } from '../fixtures/api/submissions'
import { expectForEverybody } from '../fixtures/browser/for-everybody'
import { smallPicture } from '../fixtures/browser/pictures'
import { ready } from '../fixtures/browser/watch'
import { expect, test, VERIFY } from '../fixtures/test'

const name = { data_label: 'Name', data_type: 'textfield', required: true }
const walk = { data_label: 'Walk', data_type: 'selectfield', options: ['Long', 'Short'], required: true }
const story = { data_label: 'Story', data_type: 'paragraph', required: true }
const photo = { data_label: 'Photo', data_type: 'file', required: true }

const send = (page: Page) => page.getByRole('button', { name: 'REGISTER NOW!' })
const summary = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })
const editor = (page: Page) => page.getByRole('textbox', { name: 'Story' })
const tool = (page: Page, title: string) => page.getByRole('toolbar').getByRole('button', { name: title })

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await ready(page)
}

const choosePicture = (page: Page) =>
  page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: smallPicture })

test(
  'every state of a form is accessible: wrong, open, in formatting, left, offline, sending, sent',
  VERIFY,
  async ({ site, page, context }) => {
    await addForms(site, [{ slug: 'states', form_name: 'States', submission_form: [name, walk, story, photo] }])
    await open(page, site.url + paths.registration('states'))
    await expect(page.getByRole('toolbar')).toBeVisible()
    expect((await editor(page).locator('..').boundingBox())?.height).toBe(230)

    // Errors: each link leads to its field, whatever its kind.
    await send(page).click()
    await expect(summary(page)).toBeFocused()
    for (const [i, words] of [/Name/, /Walk/, /Story/, /Photo/].entries()) {
      await summary(page).getByRole('link', { name: words }).click()
      await expect(page.locator(`#field-${i + 1}`)).toBeFocused()
      await expect(page.locator(`#field-${i + 1}`)).toBeInViewport()
    }

    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
    await expect(page.getByText('b.png is not an image that we can take')).toBeVisible()

    // The list of a select opens and closes with one option chosen, without animation for this visitor.
    const box = page.getByRole('combobox')
    const list = page.locator('.ant-select-dropdown')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await box.focus()
    for (const [key, open] of [
      ['ArrowDown', true],
      ['Enter', false],
      ['ArrowDown', true],
    ] as const) {
      await page.keyboard.press(key)
      await expect(box).toHaveAttribute('aria-expanded', String(open))
      if (open) await expect(list).toHaveCSS('opacity', '1')
      else await expect(list).toBeHidden()
    }
    await expectForEverybody(page, 'answers that are missing, an image that is refused, and the open list of a select')
    await expect(box).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()

    // The toolbar works by keyboard: one tab stop before the text, arrow keys within.
    await editor(page).focus()
    await page.keyboard.press('Shift+Tab')
    await expect(tool(page, 'Bold')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(editor(page)).toBeFocused()
    await page.keyboard.type('Loud')
    await expect(editor(page).locator('strong')).toHaveText('Loud')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Shift+Tab')
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight')
    await expect(tool(page, 'Link')).toBeFocused()
    await page.keyboard.press('Enter')
    const address = page.getByLabel('Address of the link')
    await expect(address).toBeFocused()
    await page.keyboard.type('nowhere')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This is no address.')).toBeVisible()
    await page.getByLabel('Name').fill('Ada')
    await choosePicture(page)
    await expect(page.getByText('a.png', { exact: true })).toBeVisible()
    await context.setOffline(true)
    await send(page).click()
    await expect(page.getByText('You are offline, so nothing has been sent yet.')).toBeVisible()
    await expectForEverybody(page, 'waiting for a connection, and the address of a link')
    await address.fill('marram.example')
    await page.keyboard.press('Enter')
    await expect(editor(page)).toBeFocused()
    await expect(editor(page).getByRole('link', { name: 'Loud' })).toHaveAttribute('href', 'https://marram.example')
    // Tab leaves the text, also out of a list.
    await tool(page, 'Bulleted list').click()
    await expect(editor(page).getByRole('listitem')).toHaveText('Loud')
    await page.keyboard.press('Tab')
    await expect(editor(page)).not.toBeFocused()
    expect((await editor(page).locator('..').boundingBox())?.height).toBe(230)

    await page.getByRole('banner').getByRole('link', { name: 'Publications' }).click()
    await expect(page.getByRole('dialog', { name: 'Leave without sending?' })).toBeVisible()
    await expectForEverybody(page, 'the question before leaving', 'dialog[open]')
    await page.getByRole('button', { name: 'Stay here' }).click()

    // An earlier attempt has arrived; these values are another registration, and the response is slow.
    const SUBMIT = '**/api/submission/create'
    const message = 'This was sent before with other content.'
    await page.route(SUBMIT, (route) => route.fulfill({ status: 409, json: { code: 409, message } }))
    await context.setOffline(false)
    const another = page.getByRole('button', { name: 'Send these as another registration' })
    await expect(another).toBeVisible()
    await expectForEverybody(page, 'an earlier attempt that has arrived')
    await page.unroute(SUBMIT)
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route(SUBMIT, (route) => held.then(() => route.continue()))
    await another.click()
    await expect(page.getByRole('button', { name: /^Sending/ })).toBeVisible()
    await expectForEverybody(page, 'a form on its way')
    await page.getByRole('banner').getByRole('link', { name: 'Publications' }).click()
    await expect(page.getByRole('dialog', { name: 'Leave while it is being sent?' })).toBeVisible()
    await page.getByRole('button', { name: 'Stay here' }).click()
    goOn()
    const receipt = page.getByRole('region', { name: 'Your registration is in' })
    await expect(receipt).toContainText('Loud')
    await expectForEverybody(page, 'a receipt')
  },
)

test(
  'values without a field in a changed form stay visible until there is a field again or the visitor drops them',
  VERIFY,
  async ({ site, page }) => {
    page.on('dialog', (dialog) => dialog.accept())
    const url = site.url + paths.registration('changing')
    const define = async (...submission_form: object[]) => {
      await addForms(site, [{ slug: 'changing', form_name: 'Changing', submission_form }])
      // Every cache is updated within a second.
      const shown = async () => (await (await fetch(url)).text()).match(/<(?:input|textarea)[^>]* id="field-/g)?.length
      await expect.poll(shown).toBe(submission_form.length)
    }
    const unplaced = page.getByRole('region', { name: 'Earlier answers without a place' })
    const isShown = async () => {
      await expect(unplaced.getByText('Marguerite')).toBeVisible()
      await expect(unplaced.getByRole('img', { name: 'What you chose for Photo' })).toBeVisible()
    }
    const boat = { data_label: 'Boat', data_type: 'textfield' }
    await define(boat, name, photo)
    await open(page, url)
    await page.getByLabel('Boat').fill('Marguerite')
    await choosePicture(page)
    await expect(page.getByText('a.png', { exact: true })).toBeVisible()
    await expect(page.getByText(/Draft saved on this device/)).toBeVisible()

    await define(name)
    await open(page, url)
    await isShown()
    await expectForEverybody(page, 'earlier answers without a place')
    // New input is stored as well, and replaces nothing.
    await page.getByLabel('Name').fill('Ada')
    await expect(page.getByText(/Draft saved on this device/)).toBeVisible()
    await page.reload()
    await isShown()
    await expect(page.getByLabel('Name')).toHaveValue('Ada')

    await define(boat, name, photo)
    await open(page, url)
    await expect(page.getByLabel('Boat')).toHaveValue('Marguerite')
    await expect(page.getByLabel('Name')).toHaveValue('Ada')
    await expect(page.getByRole('img', { name: 'Preview of Your image' })).toBeVisible()
    await expect(unplaced).toBeHidden()

    await define(name)
    await open(page, url)
    await isShown()
    await unplaced.getByRole('button', { name: 'Forget these' }).click()
    await expect(unplaced).toBeHidden()
    await page.reload()
    await ready(page)
    await expect(page.getByLabel('Name')).toHaveValue('Ada')
    await expect(unplaced).toBeHidden()
  },
)

import type { getAccount } from '@marram/api-contract/account'
import type { DataOf } from '@marram/api-contract/endpoint'
import { getSentImage, type SentItem } from '@marram/api-contract/sent'
import { get } from '@marram/sdk/api-client'
import { saveFile } from '@marram/ui/save-file'
import { AccountForm } from '../components/account-page'
import { useAccountAction } from '../components/use-account-form'
import { Part } from './part'

type Stored = { account: DataOf<typeof getAccount>; sent: SentItem[] }

export function Download({ account, sent }: Stored) {
  const form = useAccountAction({
    id: 'download',
    async send() {
      saveFile('marram.zip', await archiveOf({ account, sent }))
      return 'The archive is among your downloads.'
    },
  })
  return (
    <Part title="Take it with you">
      <p>Everything that your account has and sent, as a file that programs can read (JSON), and your images.</p>
      <AccountForm form={form} action="Download a ZIP file" look="ghost" />
    </Part>
  )
}

/** The images are fetched one by one: together they may be large. The code that packs them is loaded only now. */
export async function archiveOf(stored: Stored): Promise<Blob> {
  const { downloadZip } = await import('client-zip')
  const images = stored.sent.flatMap(({ fields }) => fields.filter((each) => each.is_image).map(({ value }) => value))
  const packed: { name: string; input: string | Uint8Array }[] = [
    { name: 'marram/account.json', input: `${JSON.stringify(stored, null, 2)}\n` },
  ]
  for (const name of images) {
    const { image } = await get(getSentImage, { params: { name } })
    packed.push({ name: `marram/images/${name}`, input: bytesOf(image) })
  }
  return downloadZip(packed).blob()
}

/** Not by `fetch`: the policy of pages lets it load no data URL. */
const bytesOf = (dataUrl: string) =>
  Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))

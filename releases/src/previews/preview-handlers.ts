import type { Handlers } from '../handler'
import { createPreview, openPreview, showPreview } from './previews'

export const previewHandlers = {
  createPreview: (context, input, { caller }) => createPreview(context, { ...input, by: caller }),
  showPreview: (context, { preview }) => showPreview(context, preview),
  openPreview: (context, { preview }, { caller }) => openPreview(context, preview, caller),
} satisfies Partial<Handlers>

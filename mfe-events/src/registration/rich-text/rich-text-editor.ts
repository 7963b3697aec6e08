import { Editor, type EditorOptions } from '@tiptap/core'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList, ListItem, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import { UndoRedo } from '@tiptap/extensions'

/** Tab leaves the field everywhere, also out of a list: nobody is caught in it. */
const Item = ListItem.extend({
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) }
  },
})

/** What the server keeps of these is all of it. Everything else that is pasted becomes paragraphs and lists. */
export const makeEditor = (options: Partial<EditorOptions>) =>
  new Editor({
    extensions: [
      ...[Document, Paragraph, Text, HardBreak, Bold, Italic, Underline, BulletList, OrderedList, Item, UndoRedo],
      Link.configure({
        openOnClick: false,
        autolink: true,
        defaultProtocol: 'https',
        HTMLAttributes: { target: null, rel: null },
      }),
    ],
    // Its styles are in our own sheet.
    injectCSS: false,
    textDirection: 'auto',
    ...options,
  })

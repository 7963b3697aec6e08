import fs from 'node:fs'
import path from 'node:path'
import { root } from '../root'

const CONTENT = path.join(root, 'api/content')

/**
 * A folder of content with so many news items, made of the sentences of the sample content in ever other orders:
 * words are as common as in real text. The same items for the same number.
 */
export function writeManyItems(folder: string, count: number): void {
  fs.copyFileSync(path.join(CONTENT, 'categories.json'), path.join(folder, 'categories.json'))
  fs.mkdirSync(path.join(folder, 'news'))
  const { titles, sentences } = sampleText()
  const pick = picker(titles.length * 7919)
  for (let i = 0; i < count; i++) {
    const words = `${titles[pick(titles.length)]} ${titles[pick(titles.length)]}`.split(' ')
    const title = words.filter(() => pick(3) > 0).join(' ')
    const paragraphs = Array.from({ length: 4 }, () =>
      Array.from({ length: 4 }, () => sentences[pick(sentences.length)]).join(' '),
    )
    const day = new Date(Date.UTC(2015, 0, 1 + pick(4000))).toISOString().slice(0, 10)
    const head = [
      `title: ${JSON.stringify(`${title} ${i}`)}`,
      'image: /media/none.svg',
      `date: ${day}`,
      'category: sports',
    ]
    const text = `---\n${head.join('\n')}\n---\n${paragraphs.map((each) => `<p>${each}</p>`).join('\n')}\n`
    fs.writeFileSync(path.join(folder, 'news', `item-${i}.md`), text)
  }
}

function sampleText(): { titles: string[]; sentences: string[] } {
  const files = fs
    .readdirSync(CONTENT, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort()
  const texts = files.map((file) => fs.readFileSync(path.join(CONTENT, file), 'utf8'))
  const titles = texts.flatMap((text) => /^title: (.*)$/m.exec(text)?.[1] ?? [])
  const sentences = texts.flatMap(
    (text) => (text.split('\n---\n')[1] ?? '').replace(/<[^>]*>/g, ' ').match(/[^.!?]+[.!?]/g) ?? [],
  )
  return { titles, sentences: sentences.map((sentence) => sentence.trim()) }
}

/** Numbers that look random and are the same each time. */
function picker(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

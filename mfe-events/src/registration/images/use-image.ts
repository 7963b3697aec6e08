import { type RefObject, useEffect, useRef, useState } from 'react'
import { FileRefused, readImage } from './read-image'
import type { Work } from './use-pending'

/** Reads the files that a visitor gives a field, one at a time: the last one counts. `onWork` gets each reading. */
export function useImage(
  input: RefObject<HTMLInputElement | null>,
  onRead: (image: string) => void,
  onWork: (work: Work) => void,
) {
  const [name, setName] = useState<string>()
  /** How much of a file is read, while one is. */
  const [share, setShare] = useState<number>()
  const [refused, setRefused] = useState<string>()
  const turn = useRef(0)

  const read = async (file: File): Work => {
    turn.current += 1
    const mine = turn.current
    const isMine = () => mine === turn.current
    setRefused(undefined)
    setShare(0)
    try {
      const image = await readImage(file, (part) => isMine() && setShare(part))
      if (!isMine()) return undefined
      setName(file.name)
      onRead(image)
      return undefined
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error
      if (!isMine()) return undefined
      setRefused(error.message)
      return error.message
    } finally {
      if (isMine()) setShare(undefined)
    }
  }
  const take = (file: File | undefined) => {
    if (file) onWork(read(file))
  }
  const latestTake = useRef(take)
  latestTake.current = take

  useEffect(() => {
    const leaving = new AbortController()
    // Chosen before the page responded.
    latestTake.current(input.current?.files?.[0])
    // A file that is dropped beside its place would otherwise take the place of the whole page.
    const stay = (event: DragEvent) => event.dataTransfer?.types.includes('Files') && event.preventDefault()
    for (const type of ['dragover', 'drop'] as const) addEventListener(type, stay, { signal: leaving.signal })
    return () => {
      leaving.abort()
      // What arrives after its field has gone is dropped.
      turn.current += 1
    }
  }, [input])

  return {
    name,
    share,
    refused,
    take,
    drop: () => {
      turn.current += 1
      setName(undefined)
      setRefused(undefined)
      setShare(undefined)
    },
  }
}

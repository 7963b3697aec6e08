import { useEffect, useRef, useState } from 'react'
import { FileRefused, readImage } from './read-image'
import type { Work } from '../sending/use-pending'

/** Reads the files that somebody gives a field, one at a time: the last one counts. `onWork` is told of each. */
export function useImage(onRead: (image: string) => void, onWork: (work: Work) => void) {
  const [name, setName] = useState<string>()
  const [share, setShare] = useState<number>()
  const [refused, setRefused] = useState<string>()
  const turn = useRef(0)

  // A file that is dropped beside its place would otherwise take the place of the whole page.
  useEffect(() => {
    const stay = (event: DragEvent) => event.dataTransfer?.types.includes('Files') && event.preventDefault()
    addEventListener('dragover', stay)
    addEventListener('drop', stay)
    return () => {
      removeEventListener('dragover', stay)
      removeEventListener('drop', stay)
    }
  }, [])
  // What arrives after its field has gone is nobody's any more.
  useEffect(
    () => () => {
      turn.current += 1
    },
    [],
  )

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

  return {
    name,
    /** How much of a file is read, while one is. */
    share,
    refused,
    take: (file: File | undefined) => {
      if (file) onWork(read(file))
    },
    drop: () => {
      turn.current += 1
      setName(undefined)
      setRefused(undefined)
      setShare(undefined)
    },
  }
}

import { useEffect, useRef, useState } from 'react'
import { FileRefused, readImage } from './read-image'

/** Reads the files that somebody gives a field, one at a time: the last one counts. */
export function useImage(onRead: (image: string) => void) {
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

  const take = async (file: File | undefined) => {
    if (!file) return
    turn.current += 1
    const mine = turn.current
    const isMine = () => mine === turn.current
    setRefused(undefined)
    setShare(0)
    try {
      const image = await readImage(file, (part) => isMine() && setShare(part))
      if (!isMine()) return
      setName(file.name)
      onRead(image)
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error
      if (isMine()) setRefused(error.message)
    } finally {
      if (isMine()) setShare(undefined)
    }
  }

  return {
    name,
    /** How much of a file is read, while one is. */
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

import { useEffect, useEffectEvent, useState, type DragEvent } from 'react'

function picturesIn(transfer: DataTransfer | null): File[] {
  // iPhones give HEIC without a type.
  return [...(transfer?.files ?? [])].filter((file) => file.type.startsWith('image/') || /\.hei[cf]$/i.test(file.name))
}

/** Pictures dropped on an element, or pasted anywhere on the screen. */
export function useFileDrops(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = picturesIn(event.clipboardData)
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  })

  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])

  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    over,
    zone: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: (event: DragEvent) =>
        !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false),
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        onFiles(picturesIn(event.dataTransfer))
      },
    },
  }
}

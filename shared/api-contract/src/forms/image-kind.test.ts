import { describe, expect, it } from 'vitest'
import { imageKind } from './image-kind'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe('the kind of a file', () => {
  it.each([
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['RIFF\x00\x00\x00\x00WEBPVP8 ', 'webp'],
    ['GIF89a', 'gif'],
    ['\x00\x00\x00\x1cftypavif\x00\x00\x00\x00mif1', 'avif'],
    ['\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1', 'heic'],
    ['\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00isom', undefined],
    ['<?xml version="1.0"?><svg xmlns="x">', 'svg'],
    ['%PDF-1.7', undefined],
    ['', undefined],
  ])('%j is %s', (start, kind) => expect(imageKind(bytes(start))).toBe(kind))
})

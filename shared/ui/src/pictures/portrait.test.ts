import { expect, test } from 'vitest'
import { initialsOf } from './portrait'

test.each([
  ['Imogen Achebe', 'IA'],
  ['Nguyễn Thị Ngọc Ánh', 'NÁ'],
  ['Þórunn Ásgeirsdóttir', 'ÞÁ'],
  ['Chiyo Hatakeda (畑田 千代)', 'CH'],
  ['Dr. de la Croix', 'DC'],
  ['anna-lena', 'A'],
  ['Bo', 'B'],
  ['畑田 千代', '畑千'],
  ['🌊 12', ''],
  ['', ''],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

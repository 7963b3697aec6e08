import fc, { type Arbitrary } from 'fast-check'

/** Text that is easily handled wrong: in a database, in a path, in a header, on a screen. */
export const oddText: Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    ...['', ' ', '\0', 'a\0b', 'a\ud800b', '\udfff', '\u202e', '\ufeff', 'ﷺ'.repeat(50), 'x'.repeat(5_000)],
    ...['__proto__', 'constructor', 'null', '-1', '1e400', '..', '%00', "'; drop table users; --", '\\', '$1', '{}'],
  ),
)

/** Numbers as they can be written, and not only as they can be read. */
export const numberText: Arbitrary<string> = fc.oneof(
  fc.double().map((number) => JSON.stringify(number)),
  fc.bigInt().map(String),
  fc.constantFrom('0', '-0', '1e999', '-1e999', '1e-999', '2147483648', '9007199254740993', '1'.repeat(400)),
)

const oddKey = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'length', '', 'code', 'email', 'form'),
  oddText,
)

/** Joins members as an object; a key may come twice. */
export const objectText = (members: [key: string, value: string][]): string =>
  `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`

/** Any valid JSON, as text, because an object in memory has no duplicate keys and no huge numbers. */
export const anyJsonText: Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      // The last has a length that cannot be compared.
      fc.constantFrom('null', 'true', 'false', '{"length":{"toString":0}}'),
      numberText,
      oddText.map((text) => JSON.stringify(text)),
    ),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    fc.array(fc.tuple(oddKey, tie('value')), { maxLength: 4 }).map(objectText),
  ),
})).value

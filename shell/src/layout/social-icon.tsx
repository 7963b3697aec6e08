const outlines = {
  mastodon: [
    'M19.5 9.2c0-3.7-2.4-4.8-2.4-4.8-2.4-1.1-7.8-1.1-10.2 0 0 0-2.4 1.1-2.4 4.8 0 4.4-.3 9.8 4 10.9 1.5.4 2.9.5 3.9.4 2-.1 3-.7 3-.7v-1.500s-1.4.4-2.9.4c-1.5-.1-3.1-.2-3.3-2 4 .9 8.2.9 9.6-1.3.6-1 .7-3.7.7-6.200Z',
    'M8.5 13V9.300c0-2.5 3.5-2.5 3.5.2v2.200M15.5 13V9.300c0-2.5-3.5-2.5-3.5.2',
  ],
  instagram: [
    'M8.5 4h7A4.5 4.5 0 0 1 20 8.500v7a4.5 4.5 0 0 1-4.5 4.500h-7A4.5 4.5 0 0 1 4 15.500v-7A4.5 4.5 0 0 1 8.5 4Z',
    'M8.4 12a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0M16.6 7.400v.1',
  ],
  youtube: [
    'M7 6h10a4 4 0 0 1 4 4v4.500a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4Z',
    'm10.5 9.7 4.3 2.5-4.3 2.500Z',
  ],
  facebook: [
    'M13.5 20.500v-8h2.700l.4-3h-3.100V7.800c0-.9.4-1.5 1.6-1.500h1.700V3.600c-.4 0-1.3-.1-2.3-.1-2.3 0-3.9 1.4-3.9 3.900v2.100H8v3h2.600v8',
  ],
} as const

export function SocialIcon({ name }: { name: keyof typeof outlines }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="19"
      height="19"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {outlines[name].map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  )
}

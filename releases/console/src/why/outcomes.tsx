import type { answer } from '@marram/releases/why/answers'
import type { z } from 'zod'
import { Scroll } from '../page/scroll'
import { count } from '../page/words'

/** How each part of a composition fared. */
export function Outcomes({ outcomes }: Pick<z.infer<typeof answer>, 'outcomes'>) {
  if (outcomes.length === 0) return <p>Nobody has told yet how its parts fared.</p>
  return (
    <Scroll label="How its parts fared">
      <table>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Environment</th>
            <th scope="col">What</th>
            <th scope="col">How often</th>
          </tr>
        </thead>
        <tbody>
          {outcomes.map(({ environment, part, version, metric, count: times }) => (
            <tr key={`${environment} ${part} ${version} ${metric}`}>
              <th scope="row">
                {part} {version}
              </th>
              <td>{environment}</td>
              <td>{metric}</td>
              <td>{count(times)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

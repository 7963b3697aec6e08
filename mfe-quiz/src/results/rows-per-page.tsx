import { useNavigate } from '@marram/sdk/router'
import css from './results.module.css'
import { type Asked, hrefOf, sizes } from './results-address'

/** Chooses how many rows a page has. The list begins anew. */
export function RowsPerPage({ asked }: { asked: Asked }) {
  const navigate = useNavigate()
  const choose = (size: number) => void navigate(hrefOf({ ...asked, size, page: 1 }), { preventScrollReset: true })
  return (
    <label className={css.size}>
      Rows per page
      <select value={asked.size} onChange={({ target }) => choose(Number(target.value))}>
        {sizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </label>
  )
}

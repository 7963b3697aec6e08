import { cachedPage } from './servers/cached-page'
import { apiList } from './servers/api-list'
const r = await cachedPage('/usr/sbin/nginx'); console.log(r.value, r.ours, '|', r.yardstick, r.figure)
const a = (await apiList('/usr/sbin/nginx')).row; console.log(a.value, a.ours, '|', a.yardstick, a.figure)

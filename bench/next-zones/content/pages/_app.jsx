import '@marram/shell/src/styles/shell.css'

export { default } from '../../shared/app'

export { default } from '../../shared/document'

// Their types are those of the whole package, which loads a dictionary of 5 MB beside them.
declare module 'css-tree/parser' {
  export { parse as default } from 'css-tree'
}
declare module 'css-tree/tokenizer' {
  export { tokenize } from 'css-tree'
}

export { Component } from '../plain/plain'

/// <reference types="@marram/build/styles" />

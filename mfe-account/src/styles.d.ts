/// <reference types="@marram/federation/styles" />

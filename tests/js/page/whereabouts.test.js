import assert from "node:assert/strict"
import { test } from "node:test"
import { linkTo, reach } from "lab/page/whereabouts"

const HANDED_OUT = {
  "https://lab.example.org/course/?toy=or#secret": ["open", "https://lab.example.org/course/?off=1"],
  "http://192.168.1.5:5006/": ["open", "http://192.168.1.5:5006/?off=1"],
  "http://localhost:5006/#secret": ["machine", "http://localhost:5006/?off=1"],
  "http://127.0.0.1/": ["machine", "http://127.0.0.1/?off=1"],
  "http://[::1]:5006/reading": ["machine", "http://[::1]:5006/reading?off=1"],
  "http://lab.localhost/": ["machine", "http://lab.localhost/?off=1"],
  "http://0.0.0.0:5006/": ["machine", "http://0.0.0.0:5006/?off=1"],
  "file:///home/somebody/my%20lab.html?off=2#secret": ["file", "my%20lab.html?off=1"],
  "about:srcdoc?off=2": ["none", "?off=1"],
  "blob:null/123": ["none", "?off=1"],
  "data:text/html,x": ["none", "?off=1"],
}

test("what is handed out is an address only where others can open it", () => {
  for (const [address, told] of Object.entries(HANDED_OUT))
    assert.deepEqual([reach(new URL(address)), linkTo(new URL(address), "off=1")], told)
})

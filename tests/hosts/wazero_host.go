// The cases through lectern-reactor.wasm in wazero, with the Reactor of examples/wasi-wazero: a line of JSON on stdin for
// each read, its result as a line on stdout. The module's path is the first argument.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

type read struct {
	File    []byte          `json:"file"`
	Input   json.RawMessage `json:"input"`
	Options json.RawMessage `json:"options"`
}

func serve(wasmPath string) error {
	ctx := context.Background()
	reactor, err := Open(ctx, wasmPath)
	defer reactor.Close(ctx)
	if err != nil {
		return err
	}
	requests := json.NewDecoder(bufio.NewReader(os.Stdin))
	for {
		var next read
		if err := requests.Decode(&next); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		result, err := reactor.ReadJSON(ctx, next.File, next.Input, next.Options)
		if err != nil {
			return err
		}
		fmt.Println(string(result))
	}
}

func main() {
	if err := serve(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

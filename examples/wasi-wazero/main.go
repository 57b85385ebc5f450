// Reads a file with lectern-reactor.wasm in wazero, from Go:
//
//	go run . lectern-reactor.wasm FILE
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/tetratelabs/wazero"
)

func run(wasmPath, path string) error {
	ctx := context.Background()
	wasm, err := os.ReadFile(wasmPath)
	if err != nil {
		return err
	}
	file, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)
	reactor, err := Load(ctx, runtime, wasm)
	if err != nil {
		return err
	}
	text, err := reactor.ReadJSON(ctx, file, map[string]any{"file_path": path}, map[string]any{})
	if err != nil {
		return err
	}
	var result struct {
		Content string `json:"content"`
	}
	if err := json.Unmarshal(text, &result); err != nil {
		return err
	}
	fmt.Println(result.Content)
	return nil
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: wasi-wazero lectern-reactor.wasm FILE")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

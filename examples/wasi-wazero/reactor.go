// lectern-reactor.wasm in wazero. What is done here is what every host of the C interface does (docs/c-abi.md): copy the
// bytes into the module's memory, call, copy the JSON out, free.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

const abiVersion = 1

// Reactor is one instance of the module. It serves one goroutine at a time.
type Reactor struct {
	runtime wazero.Runtime
	module  api.Module
	// Where lectern_read stores the size of its result.
	sizeCell uint32
}

// Open compiles and starts the module at a path, in a runtime of its own. Close ends it, also after an error.
func Open(ctx context.Context, path string) (*Reactor, error) {
	reactor := &Reactor{runtime: wazero.NewRuntime(ctx)}
	wasm, err := os.ReadFile(path)
	if err != nil {
		return reactor, err
	}
	wasi_snapshot_preview1.MustInstantiate(ctx, reactor.runtime)
	// It reads no file and no variable: the host hands in the bytes.
	config := wazero.NewModuleConfig().WithStartFunctions("_initialize")
	reactor.module, err = reactor.runtime.InstantiateWithConfig(ctx, wasm, config)
	if err != nil {
		return reactor, err
	}
	version, err := reactor.call(ctx, "lectern_abi_version")
	if err != nil {
		return reactor, err
	}
	if version != abiVersion {
		return reactor, fmt.Errorf("version %d of the interface, expected %d", version, abiVersion)
	}
	reactor.sizeCell, err = reactor.call(ctx, "lectern_alloc", 4)
	return reactor, err
}

// Close frees everything.
func (reactor *Reactor) Close(ctx context.Context) error { return reactor.runtime.Close(ctx) }

func (reactor *Reactor) call(ctx context.Context, name string, words ...uint64) (uint32, error) {
	results, err := reactor.module.ExportedFunction(name).Call(ctx, words...)
	if err != nil || len(results) == 0 {
		return 0, err
	}
	return uint32(results[0]), nil
}

// ReadJSON gives the ToolResult as JSON. An error means that the instance is lost.
func (reactor *Reactor) ReadJSON(ctx context.Context, file []byte, input, options any) ([]byte, error) {
	inputJSON, err := json.Marshal(input)
	if err != nil {
		return nil, err
	}
	optionsJSON, err := json.Marshal(options)
	if err != nil {
		return nil, err
	}
	var words []uint64
	memory := reactor.module.Memory()
	for _, piece := range [][]byte{file, inputJSON, optionsJSON} {
		address, err := reactor.call(ctx, "lectern_alloc", uint64(len(piece)))
		if err != nil {
			return nil, err
		}
		if address == 0 || !memory.Write(address, piece) {
			return nil, errors.New("out of memory")
		}
		words = append(words, uint64(address), uint64(len(piece)))
	}
	result, err := reactor.call(ctx, "lectern_read", append(words, uint64(reactor.sizeCell))...)
	if err != nil {
		return nil, err
	}
	size, _ := memory.ReadUint32Le(reactor.sizeCell)
	view, ok := memory.Read(result, size)
	if result == 0 || !ok {
		return nil, errors.New("out of memory")
	}
	// The view ends with the memory's next change.
	text := append([]byte(nil), view...)
	for _, address := range []uint64{words[0], words[2], words[4], uint64(result)} {
		if _, err := reactor.call(ctx, "lectern_free", address); err != nil {
			return nil, err
		}
	}
	return text, nil
}

package survey

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestShardsCoverTheRangeOnce(t *testing.T) {
	for _, deals := range []uint64{1, 2, 7, 1000, 1<<40 + 3, math.MaxUint64} {
		for _, count := range []uint64{1, 2, 3, 8, 64} {
			next := uint64(0)
			for i := uint64(1); i <= count; i++ {
				from, to := Shard{i, count}.Part(deals)
				require.Equal(t, next, from)
				size := to - from
				require.GreaterOrEqual(t, size, deals/count)
				require.LessOrEqual(t, size-deals/count, uint64(1))
				next = to
			}
			require.Equal(t, deals, next)
		}
	}
	from, to := Shard{}.Part(10)
	assert.Equal(t, [2]uint64{0, 10}, [2]uint64{from, to})
}

func TestParseShard(t *testing.T) {
	s, err := ParseShard("2/8")
	require.NoError(t, err)
	assert.Equal(t, Shard{2, 8}, s)
	assert.Equal(t, "2/8", s.String())
	assert.Empty(t, Shard{}.String())
	for _, text := range []string{"", "2", "0/8", "9/8", "0/0", "a/8", "2/b", "-1/8", "2/8/9"} {
		_, err := ParseShard(text)
		assert.ErrorIs(t, err, ErrShard, text)
	}
}

func TestAutoShard(t *testing.T) {
	for name, c := range map[string]struct {
		env  map[string]string
		want Shard // zero: an error
	}{
		"slurm --array=1-8": {map[string]string{
			"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "8", "SLURM_ARRAY_TASK_STEP": "1",
		}, Shard{3, 8}},
		"slurm --array=0-7": {map[string]string{
			"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "0",
		}, Shard{8, 8}},
		"slurm --array=10-22:4": {map[string]string{
			"SLURM_ARRAY_TASK_ID": "18", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_MAX": "22", "SLURM_ARRAY_TASK_STEP": "4",
		}, Shard{3, 4}},
		"slurm --array=1,5,7": {map[string]string{
			"SLURM_ARRAY_TASK_ID": "5", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "7",
		}, Shard{}},
		"slurm, id behind the last": {map[string]string{
			"SLURM_ARRAY_TASK_ID": "9", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "1",
		}, Shard{}},
		"slurm without a count": {map[string]string{"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "1"}, Shard{}},
		"slurm, no number":      {map[string]string{"SLURM_ARRAY_TASK_ID": "x", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "1"}, Shard{}},
		"kubernetes":            {map[string]string{"JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "5"}, Shard{1, 5}},
		"kubernetes, last":      {map[string]string{"JOB_COMPLETION_INDEX": "4", "JOB_COMPLETIONS": "5"}, Shard{5, 5}},
		"kubernetes, behind":    {map[string]string{"JOB_COMPLETION_INDEX": "5", "JOB_COMPLETIONS": "5"}, Shard{}},
		"kubernetes, no count":  {map[string]string{"JOB_COMPLETION_INDEX": "0"}, Shard{}},
		"neither":               {nil, Shard{}},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := AutoShard(func(name string) (string, bool) { value, found := c.env[name]; return value, found })
			if c.want == (Shard{}) {
				require.ErrorIs(t, err, ErrShard)
			} else {
				require.NoError(t, err)
			}
			assert.Equal(t, c.want, s)
		})
	}
}
